// Pictures of positions as files: the board is drawn out of sight, as it looks on the page, and taken out.

import { createRoot } from 'react-dom/client';
import type { PositionView } from '../../api/types';
import { boardSvg, GameBoard, svgToPng } from '../../board';
import css from './boardImage.module.css';
import { saveFile } from './saveFile';

/** What a picture shows. */
export interface Pictured {
  game: string;
  position: PositionView;
  seatNames: string[];
  orientation: number;
  label: string;
}

const PNG_WIDTH = 1200;

/** Saves a picture of a position. */
export async function saveBoardImage(pictured: Pictured, name: string, format: 'svg' | 'png'): Promise<void> {
  const svg = await drawBoard(pictured);
  if (format === 'svg') saveFile(`${name}.svg`, new Blob([svg], { type: 'image/svg+xml' }));
  else saveFile(`${name}.png`, await svgToPng(svg, PNG_WIDTH));
}

async function drawBoard({ game, ...shown }: Pictured): Promise<string> {
  const host = document.createElement('div');
  host.className = css.offscreen ?? '';
  host.inert = true;
  host.setAttribute('aria-hidden', 'true');
  document.body.append(host);
  const root = createRoot(host);
  try {
    root.render(<GameBoard game={game} {...shown} mayMove={false} animate={false} />);
    return boardSvg(await drawnSvg(host));
  } finally {
    root.unmount();
    host.remove();
  }
}

/** Waits until the board, whose code may still have to be fetched, has been drawn. */
async function drawnSvg(host: HTMLElement): Promise<SVGSVGElement> {
  for (const end = performance.now() + 8000; performance.now() < end; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const drawings = [...host.querySelectorAll('svg')];
    const area = (svg: SVGSVGElement) => svg.clientWidth * svg.clientHeight;
    const largest = drawings.sort((left, right) => area(right) - area(left))[0];
    if (largest && area(largest) > 0) return largest;
  }
  throw new Error('The board could not be drawn.');
}
