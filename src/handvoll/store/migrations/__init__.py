"""How the database came to be as it is, step by step, and how an older one is brought up to date."""
