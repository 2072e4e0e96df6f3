// What the board of a game in another repository is made of: the page's own React, and what its own boards share.

import * as React from 'react';
import { BoardPicture, BoardSurface, CellButton } from './BoardSurface';
import { cellName } from './cellFacts';
import { cellLabel } from './labels';
import { CELL, cellLayout } from './layout';
import { MarkSigns } from './Marks';
import { neighbour } from './neighbours';
import { TargetLabels, TargetSigns } from './Targets';
import { useGlide } from './useGlide';
import { useKept } from './useKept';
import { useSelection } from './useSelection';

export const kit = {
  React,
  BoardPicture,
  BoardSurface,
  CELL,
  CellButton,
  cellLabel,
  cellLayout,
  cellName,
  MarkSigns,
  neighbour,
  TargetLabels,
  TargetSigns,
  useGlide,
  useKept,
  useSelection,
};
