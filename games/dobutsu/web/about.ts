// Who made the game, and the studies behind the program's players.
import type { GameAbout } from '@ludwerk/web/board';

const about: GameAbout = {
  makers: 'The game was made by Madoka Kitao and Maiko Fujita in 2008 and belongs to its makers.',
  studies: [
    'Nguyen Viet Hoang, Board game AI and minimax algorithm, bachelor’s thesis, South-Eastern Finland University of Applied Sciences, 2022: the variant `thesis` and the player `thesis-ai`.',
    'Tetsuro Tanaka, An analysis of a board game “Doubutsu Shogi”, 2009: how the game ends with perfect play.',
  ],
};

export default about;
