// The time zones of a choice: the usual ones first, then the rest of the world by its cities.
import { zonePlace, zoneTitle } from '#web/format/format.ts';
import { zoneGroups } from '#web/lib/browser/device-zone.ts';

export const ZoneOptions = ({ own }: { own: string }) =>
  zoneGroups(own).map(({ region, zones }) =>
    region === null ? (
      zones.map((zone) => (
        <option key={zone} value={zone}>
          {zoneTitle(zone)}
        </option>
      ))
    ) : (
      <optgroup key={region} label={region}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zonePlace(zone)}
          </option>
        ))}
      </optgroup>
    ),
  );
