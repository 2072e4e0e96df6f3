// How many lines of the engine are a few. Beyond that one wants to know about all moves.

export const FEW_LINES = 5;
