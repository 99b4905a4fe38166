// A drawn garment, shown if a listing has no photo.
import type { Garment } from './garment-drawings.ts';
import { GarmentPieces } from './garment-pieces.tsx';
import './garment-flat.css';

export const GarmentFlat = ({ garment }: { garment: Garment }) => (
  <svg className="flat" viewBox="0 0 120 150" aria-hidden="true">
    <GarmentPieces garment={garment} />
  </svg>
);
