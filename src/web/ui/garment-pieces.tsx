// Draws a garment's shapes.
import { type Garment, garmentDrawings, type Piece } from './garment-drawings.ts';

const draw = (piece: Piece) => {
  if ('cloth' in piece) return <path key={piece.cloth} className="garment-cloth" d={piece.cloth} />;
  if ('seam' in piece) return <path key={piece.seam} d={piece.seam} />;
  const [x, y, r] = piece.button;
  return <circle key={`${x}-${y}`} cx={x} cy={y} r={r} />;
};

/** Shapes only, without a style: the app and the public pages style them differently. */
export const GarmentPieces = ({ garment }: { garment: Garment }) => garmentDrawings[garment].map(draw);
