// The board on the page: chequered squares and round pawns, made of the parts that the page hands over.

export default (page) => {
  const { React, BoardSurface, CELL, CellButton, MarkSigns, TargetLabels, TargetSigns } = page;
  const { cellLabel, cellLayout, cellName, useSelection } = page;
  const h = React.createElement;

  const COLOURS = { light: '#efe3cb', dark: '#c9a877', chosen: '#e8c33f', last: '#b7c46a' };
  const PAWNS = [
    { fill: '#fbfaf5', stroke: '#4a4238' },
    { fill: '#3a3630', stroke: '#16140f' },
  ];

  /** A pure function of what it is given: the rules stay with the server, the choice of a move with the page. */
  return function Board(props) {
    const { position, orientation, seatNames, marks = [], preview = false, label } = props;
    const { cells, last } = position;
    const layout = React.useMemo(
      () => cellLayout(cells, orientation, seatNames.length),
      [cells, orientation, seatNames.length],
    );
    const { places } = layout;
    const selection = useSelection(props, places);

    const colour = ({ name, x, y }) => {
      if (selection.selected.includes(name)) return COLOURS.chosen;
      if (last?.touches.includes(name)) return COLOURS.last;
      return (x / 2 + y) % 2 === 0 ? COLOURS.light : COLOURS.dark;
    };
    const square = (cell) => {
      const { x, y } = places.get(cell.name);
      const corner = { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL };
      return h('rect', { key: cell.name, fill: colour(cell), ...corner });
    };
    const pawn = (cell) => {
      const { x, y } = places.get(cell.name);
      return h('circle', { key: cell.name, cx: x, cy: y, r: 0.36 * CELL, strokeWidth: 4, ...PAWNS[cell.owner] });
    };
    const button = (cell) =>
      h(CellButton, {
        key: cell.name,
        cell: cell.name,
        label: cellLabel(cellName(cell, seatNames), cell.name, position, selection),
        place: places.get(cell.name),
        width: CELL,
        height: CELL,
        selection,
      });

    return h(
      BoardSurface,
      { layout, selection, label, preview },
      cells.map(square),
      cells.filter((cell) => cell.owner !== null).map(pawn),
      h(TargetSigns, { selection, places, size: CELL }),
      h(MarkSigns, { marks, places, selection }),
      h(TargetLabels, { selection, places, size: CELL }),
      preview ? null : cells.map(button),
    );
  };
};
