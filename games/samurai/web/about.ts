// Who made the game, and the studies behind the program's players.
import type { GameAbout } from '@ludwerk/web/board';

const about: GameAbout = {
  makers: 'Samurai is a game by Reiner Knizia, published in 1998, and belongs to him and its publishers.',
  studies: [
    'Yi Zhou, Exploring Artificial Intelligence within a Card and Board Game: Samurai, master’s dissertation, University of Leeds, 2019: the variant `thesis` and the players `samurai-b1` to `samurai-a4`.',
  ],
};

export default about;
