// Texts of the terms page.

export const termsMessages = {
  title: 'Terms: what you agree to when you use Hangtag',
  description:
    'The terms of this installation of Hangtag in plain words: what it does, the risk you take, what is yours, and what nobody promises.',
  heading: 'Terms',
  lead: 'Short enough to be read. By creating an account you agree to them.',
  operatorTitle: 'Between whom',
  operatorBefore: 'These terms stand between you and whoever runs this installation: ',
  operatorBetween: '. Reach them through ',
  operatorAfter:
    ' The makers of the Hangtag program are not a party to them; the program is open source under the MIT licence and comes without warranty.',
  parts: [
    {
      title: 'What it does for you',
      texts: [
        'It shares your own listings at the pace and up to the limit that you set, suggests prices, and applies those that you confirm. It costs nothing.',
      ],
    },
    {
      title: 'The risk that is yours',
      texts: [
        'Hangtag is for Poshmark sellers and is independent: not affiliated with, endorsed or sponsored by Poshmark. Poshmark is a trademark of its owner.',
        'Poshmark’s guidelines do not allow automation, even for your own closet. Using Hangtag with a real closet can lead to limits on sharing, to checks, or to a restricted or closed account there. You are told so before the first start and decide for yourself.',
        'The program stops at every human check and never solves or avoids one. It cannot promise that the marketplace will not mind.',
      ],
    },
    {
      title: 'What we ask of you',
      texts: [
        'Link only a closet that is yours, or that its owner asked you to look after.',
        'Keep your password to yourself, and do not use the service to harm the marketplace, other sellers or this server.',
        'Check prices before you confirm them. A suggestion is an estimate with a range, not advice about what you must do.',
      ],
    },
    {
      title: 'What nobody promises',
      texts: [
        'No sales, no reach, no particular price, and no service without interruption. The service is provided as it is. Liability that the law does not allow to be excluded stays.',
      ],
    },
    {
      title: 'Your data',
      texts: [
        'It stays yours. What is kept and for how long stands on the privacy page; you can take it along or erase it at any time.',
      ],
    },
    {
      title: 'The end',
      texts: [
        'You can delete your account at any time, in your profile. The operator may close an account that breaks these terms or endangers the service, and may stop the service; where possible you are told first, so that you can take your data along.',
      ],
    },
  ],
  privacy: 'Privacy',
  changed: 'This text changed last on',
} as const;

/** When the page was last changed, as an ISO date. */
export const termsChanged = '2026-11-21';
