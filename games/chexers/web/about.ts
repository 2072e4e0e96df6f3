// Who made the game, and the studies behind the program's players.
import type { GameAbout } from '@ludwerk/web/board';

const about: GameAbout = {
  makers: 'The game was made for a course on artificial intelligence at the University of Melbourne.',
  studies: [
    'Haichao Song and Haolin Zhou, COMP30024 Artificial Intelligence, Project B: Chexers, University of Melbourne, 2019: the player `report-ai`.',
  ],
};

export default about;
