// Draws a garment's shapes.
import { type Garment, garmentDrawings, type Piece } from './garment-drawings.ts';

const draw = (piece: Piece) => {
  if ('cloth' in piece) return <path key={piece.cloth} className="garment-cloth" d={piece.cloth} />;
  if ('seam' in piece) return <path key={piece.seam} d={piece.seam} />;
  const [x, y, r] = piece.button;
  return <circle key={`${x}-${y}`} cx={x} cy={y} r={r} />;
};

/** A garment's shapes, for whatever they are drawn in. Without a style of their own: the visitors' pages have another one. */
export const GarmentPieces = ({ garment }: { garment: Garment }) => garmentDrawings[garment].map(draw);
