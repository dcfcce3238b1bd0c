"""What bots know of Costa Ruana."""
