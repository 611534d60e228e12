"""What judges ask of folded matches: where two readings part, and why."""
