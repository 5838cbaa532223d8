// The sheets go to the printer.

document.getElementById("print-button")?.addEventListener("click", () => print());
