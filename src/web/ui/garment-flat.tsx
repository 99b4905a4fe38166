import { type Garment, garmentDrawings, type Piece } from './garment-drawings.ts';
import './garment-flat.css';

const draw = (piece: Piece) => {
  if ('cloth' in piece) return <path key={piece.cloth} className="cloth" d={piece.cloth} />;
  if ('seam' in piece) return <path key={piece.seam} d={piece.seam} />;
  const [x, y, r] = piece.button;
  return <circle key={`${x}-${y}`} cx={x} cy={y} r={r} />;
};

/** A garment laid flat, where a listing has no photo. */
export const GarmentFlat = ({ garment }: { garment: Garment }) => (
  <svg className="flat" viewBox="0 0 120 150" aria-hidden="true">
    {garmentDrawings[garment].map(draw)}
  </svg>
);
