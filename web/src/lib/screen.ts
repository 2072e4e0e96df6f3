// Which of several people with one key sits at this screen, by game. In a game with secrets the server shows each of
// them only what is theirs; it is kept nowhere, so that a page that is loaded again shows nobody's secrets.

const seated = new Map<string, number>();

/** The seat at the screen; `null` while nobody has said who it is. */
export function seatAtScreen(game: string): number | null {
  return seated.get(game) ?? null;
}

/** Someone sits down, or gets up. */
export function sitDown(game: string, seat: number | null): void {
  if (seat === null) seated.delete(game);
  else seated.set(game, seat);
}
