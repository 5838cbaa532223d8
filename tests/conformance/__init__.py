"""The one suite that every game passes by being in its folder."""
