"""What bots know of Arabana-Opodopo."""
