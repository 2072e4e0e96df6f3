// Who made the game, and the studies behind the program's players.
import type { GameAbout } from '@ludwerk/web/board';

const about: GameAbout = {
  makers: 'The game was made by Bernard Tavitian and belongs to its publisher.',
  studies: [
    'Sharon Mathew, Develop an AI algorithm to play the board game Blokus, master’s dissertation, University of Leeds, 2017: the variant `thesis` and its strategies.',
  ],
};

export default about;
