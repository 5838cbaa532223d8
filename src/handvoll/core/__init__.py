"""What a game is: the contract every game keeps, and the checked door to play it through."""
