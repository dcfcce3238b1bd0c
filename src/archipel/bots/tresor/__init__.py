"""What bots know of Trésor."""
