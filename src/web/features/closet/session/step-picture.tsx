// Drawings of a browser window, one for each step that a seller takes in it.
import type { ReactNode } from 'react';
import type { MarketplaceName } from '#domain/closet.ts';
import type { BrowserKind } from '#web/lib/browser/this-browser.ts';

export type StepPictureName = 'sign-in' | 'setting' | 'network' | 'copy' | 'paste' | 'download' | 'extensions' | 'pair';

type Props = { of: StepPictureName; browser: BrowserKind; name: MarketplaceName; alt: string };

export const StepPicture = ({ of, browser, name, alt }: Props) => (
  <svg className="step-picture" viewBox="0 0 240 150" role="img" aria-label={alt}>
    {pictures[of]({ browser, address: name === 'Poshmark' ? 'poshmark.com' : 'practice' })}
  </svg>
);

const Frame = ({ address, children }: { address: string; children?: ReactNode }) => (
  <>
    <rect className="sheet-edge" x="0.5" y="0.5" width="239" height="149" rx="3" />
    <path className="line" d="M.5 24.5h239" />
    <circle className="soft" cx="11" cy="12.5" r="3" />
    <circle className="soft" cx="21" cy="12.5" r="3" />
    <rect className="well" x="34" y="5.5" width="172" height="14" rx="2" />
    <text x="41" y="15.8">
      {address}
    </text>
    {children}
  </>
);

const Page = ({ height }: { height: number }) => (
  <>
    {[14, 88, 162].map((x) => (
      <g key={x}>
        <rect className="well" x={x} y="36" width="64" height={height} rx="1" />
        {height > 60 && <path className="text-line" d={`M${x} ${height + 47}h44M${x} ${height + 56}h26`} />}
      </g>
    ))}
  </>
);

const rows = [82, 96, 110, 124, 138];

const Tools = ({ isPicked }: { isPicked: boolean }) => (
  <>
    <rect className="panel-edge" x="0.5" y="56.5" width="239" height="93" rx="1" />
    <path className="text-line" d="M12 66.5h24M46 66.5h26M146 66.5h28M184 66.5h22" />
    <text className="strong chosen" x="86" y="69.8">
      Network
    </text>
    <path className="underline" d="M84 74.5h46" />
    <path className="line" d="M.5 75.5h239" />
    {isPicked && <rect className="picked" x="1" y="76" width="238" height="13" />}
    {rows.map((y, index) => (
      <path
        key={y}
        className={index === 0 ? 'text-line first' : 'text-line'}
        d={`M12 ${y + 0.5}h${[58, 44, 70, 36, 52][index]}M132 ${y + 0.5}h22M176 ${y + 0.5}h${[40, 22, 30, 48, 26][index]}`}
      />
    ))}
  </>
);

const Pointer = ({ x, y }: { x: number; y: number }) => (
  <path className="pointer" d={`M${x} ${y}v14.5l3.6-3.4 2.4 5.6 2.9-1.2-2.4-5.5h5z`} />
);

const Menu = ({ x, y, width, children }: { x: number; y: number; width: number; children: ReactNode }) => (
  <>
    <rect className="choices" x={x} y={y} width={width} height="42" rx="3" />
    {children}
  </>
);

/** Safari has the entry in the first menu. The others have it in a second one. */
const CopyMenu = ({ browser }: { browser: BrowserKind }) => {
  const isNested = browser !== 'safari';
  const x = isNested ? 132 : 62;
  return (
    <>
      {isNested && (
        <Menu x={50} y={86.5} width={76}>
          <path className="text-line" d="M58 96.5h34M58 121.5h26" />
          <rect className="hover" x="51" y="101.5" width="74" height="14" />
          <text className="strong" x="58" y="111.8">
            {browser === 'firefox' ? 'Copy Value' : 'Copy'}
          </text>
          <path className="arrow" d="M117 105.5l3.5 3-3.5 3" />
        </Menu>
      )}
      <Menu x={x} y={isNested ? 97.5 : 86.5} width={94}>
        <path
          className="text-line"
          d={`M${x + 8} ${isNested ? 107.5 : 96.5}h42M${x + 8} ${isNested ? 132.5 : 121.5}h30`}
        />
        <rect className="hover main" x={x + 1} y={isNested ? 112.5 : 101.5} width="92" height="14" />
        <text className="strong on" x={x + 8} y={isNested ? 122.8 : 111.8}>
          Copy as cURL
        </text>
      </Menu>
      <Pointer x={x + 76} y={isNested ? 119 : 108} />
    </>
  );
};

type Drawing = (facts: { browser: BrowserKind; address: string }) => ReactNode;

const pictures: Record<StepPictureName, Drawing> = {
  'sign-in': ({ address }) => (
    <>
      <Frame address={address}>
        <circle className="signed-in" cx="224" cy="12.5" r="6.5" />
        <path className="tick" d="M220.8 12.8l2.3 2.3 4-4.6" />
      </Frame>
      <Page height={74} />
    </>
  ),
  setting: () => (
    <>
      <rect className="sheet-edge" x="0.5" y="0.5" width="239" height="149" rx="3" />
      <path className="line" d="M.5 38.5h239" />
      {[24, 70, 116].map((x) => (
        <g key={x}>
          <rect className="soft" x={x} y="9" width="14" height="12" rx="2" />
          <path className="text-line" d={`M${x - 6} 29.5h26`} />
        </g>
      ))}
      <rect className="picked" x="158" y="3" width="62" height="33" rx="2" />
      <rect className="main-block" x="182" y="8" width="14" height="12" rx="2" />
      <text className="strong chosen" x="189" y="31" textAnchor="middle">
        Advanced
      </text>
      {[58, 80, 102].map((y, index) => (
        <g key={y}>
          <rect className="box" x="52" y={y - 5.5} width="10" height="10" rx="2" />
          <path className="text-line" d={`M70 ${y}h${[74, 104, 60][index]}`} />
        </g>
      ))}
      <rect className="picked" x="44" y="114" width="184" height="22" rx="2" />
      <rect className="main-block" x="52" y="120" width="10" height="10" rx="2" />
      <path className="tick" d="M54.3 125.2l2 2 3.6-4.2" />
      <path className="text-line first" d="M70 125h138" />
      <Pointer x={59} y={129} />
    </>
  ),
  download: () => (
    <>
      <Frame address="">
        <path className="reload" d="M224 6v9M220 11l4 4 4-4M218 18.5h12" />
      </Frame>
      <rect className="choices" x="116" y="30.5" width="114" height="40" rx="3" />
      <rect className="main-block" x="126" y="39" width="18" height="22" rx="2" />
      <path className="text-line first" d="M152 46h62" />
      <path className="text-line" d="M152 57h38" />
      <Pointer x={206} y={52} />
    </>
  ),
  extensions: ({ browser }) =>
    browser === 'firefox' ? (
      <>
        <Frame address="about:debugging" />
        <path className="text-line first" d="M16 44h78" />
        <rect className="main-block" x="16" y="58" width="128" height="20" rx="3" />
        <text className="strong on" x="24" y="71.5">
          Load Temporary Add-on
        </text>
        <path className="text-line" d="M16 98h164M16 112h120" />
        <Pointer x={132} y={70} />
      </>
    ) : (
      <>
        <Frame address="chrome://extensions" />
        <path className="line" d="M.5 50.5h239" />
        <text className="strong" x="194" y="41.5" textAnchor="end">
          Developer mode
        </text>
        <rect className="main-block" x="202" y="32" width="26" height="13" rx="6.5" />
        <circle className="paste-box" cx="221" cy="38.5" r="4" />
        <rect className="choices" x="14" y="60.5" width="88" height="20" rx="3" />
        <text className="strong chosen" x="24" y="74">
          Load unpacked
        </text>
        <rect className="well" x="14" y="96" width="64" height="40" rx="2" />
        <rect className="well" x="90" y="96" width="64" height="40" rx="2" />
        <Pointer x={92} y={72} />
      </>
    ),
  pair: ({ address }) => (
    <>
      <Frame address={address}>
        <rect className="main-block" x="217" y="5.5" width="14" height="14" rx="3" />
      </Frame>
      <rect className="choices" x="116" y="28.5" width="114" height="104" rx="3" />
      <path className="text-line first" d="M128 42h60" />
      <rect className="paste-box" x="128" y="54" width="90" height="16" rx="2" />
      <path className="text-line" d="M134 62h58" />
      <rect className="paste-box" x="128" y="78" width="90" height="16" rx="2" />
      <path className="text-line first" d="M134 86h20M160 86h20" />
      <rect className="main-block" x="128" y="104" width="46" height="18" rx="3" />
      <Pointer x={162} y={114} />
    </>
  ),
  network: ({ address }) => (
    <>
      <Frame address={address}>
        <path className="reload" d="M228.5 9.5a5.5 5.5 0 1 0 1.3 4M229.5 6.5v3.7h-3.7" />
      </Frame>
      <Page height={14} />
      <Tools isPicked={false} />
      <Pointer x={118} y={69} />
    </>
  ),
  copy: ({ browser, address }) => (
    <>
      <Frame address={address} />
      <Page height={14} />
      <Tools isPicked />
      <CopyMenu browser={browser} />
    </>
  ),
  paste: () => (
    <>
      <rect className="sheet-edge" x="0.5" y="0.5" width="239" height="149" rx="3" />
      <path className="text-line first" d="M16 20h92" />
      <rect className="paste-box" x="16" y="31" width="208" height="70" rx="3" />
      <path className="text-line" d="M26 46h180M26 58h164M26 70h188M26 82h96" />
      <path className="caret" d="M128 76v12" />
      <rect className="main-block" x="16" y="114" width="92" height="22" rx="3" />
      <path className="text-line on" d="M30 125h64" />
      <Pointer x={92} y={127} />
    </>
  ),
};
