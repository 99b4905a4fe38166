// One rule of the list: its sentence, its switch, and the buttons that move or remove it.
import { type PointerEvent, useId, useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { counted } from '#web/format/format.ts';
import { FieldError } from '#web/ui/field.tsx';
import { GripVertical } from '#web/ui/icons.tsx';
import { MatchEditor } from '#web/ui/sentence/match-editor.tsx';
import { RuleActs } from '#web/ui/sentence/rule-acts.tsx';
import type { Problems, RuleDraft } from '../draft/rule-draft.ts';
import { RuleSentence } from './rule-sentence.tsx';

type Props = {
  rule: RuleDraft;
  index: number;
  last: number;
  name: string;
  listings: readonly Listing[];
  problems: Problems;
  /** How many of its offers would go out now; null while it is off. */
  ready: number | null;
  isNeverAsked: boolean;
  isDragged: boolean;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onMove: (by: 1 | -1) => void;
  onChange: (change: Partial<RuleDraft>) => void;
  onRemove: () => void;
};

export const RuleItem = ({ rule, index, last, name, problems, listings, ...item }: Props) => {
  const id = useId();
  const [isOpen, open] = useState(false);
  const begin = `rules.${index}.`;
  const problemOf = (path: string) => problems.get(begin + path);
  const own = [...problems].filter(([path]) => path.startsWith(begin));
  // Those of a match that is open stand beside their fields.
  const listed = own.filter(([path]) => !(isOpen && path.startsWith(`${begin}match.`)));
  return (
    <li
      className={`rule${rule.enabled ? '' : ' off'}${item.isDragged ? ' dragged' : ''}`}
      data-rule={rule.key}
      aria-label={name}
    >
      <span className="rule-grip" aria-hidden="true" title="Drag to move" onPointerDown={item.onGrip}>
        <GripVertical />
        <span className="rule-number">{index + 1}</span>
      </span>
      <div className="rule-body">
        <input
          className="rule-name"
          aria-label={`Name of rule ${index + 1}`}
          placeholder={`Rule ${index + 1}`}
          maxLength={60}
          value={rule.name}
          onChange={({ target }) => item.onChange({ name: target.value })}
        />
        <RuleSentence
          rule={rule}
          problemOf={problemOf}
          onChange={item.onChange}
          match={{
            id: `${id}-match`,
            isOpen,
            onToggle: () => open(!isOpen),
            isWrong: own.some(([path]) => path.startsWith(`${begin}match`)),
          }}
        />
        {listed.map(([path, message]) => (
          <FieldError key={path}>{message}</FieldError>
        ))}
        {isOpen && (
          <MatchEditor
            id={`${id}-match`}
            match={rule.match}
            listings={listings}
            problemOf={(part) => problemOf(`match.${part}`)}
            onChange={(match) => item.onChange({ match })}
          />
        )}
        <p className="small mute">{statusOf(item)}</p>
      </div>
      <RuleActs
        name={name}
        isOn={rule.enabled}
        index={index}
        last={last}
        onTurn={(enabled) => item.onChange({ enabled })}
        onMove={item.onMove}
        onRemove={item.onRemove}
      />
    </li>
  );
};

const statusOf = ({ ready, isNeverAsked }: Pick<Props, 'ready' | 'isNeverAsked'>): string => {
  if (ready === null) return 'Off.';
  if (isNeverAsked) return 'Never decides, because a rule above it is for all listings. Move it up.';
  return ready === 0 ? 'Nothing goes out by this rule now.' : `${counted(ready, 'offer')} ready by this rule.`;
};
