// 40 secrets and personal values. None may appear in a recording, in whatever form it was sent.

import type { Observed } from './redactor.ts';

export const planted = {
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJ1aWQiOiI2NmIxIn0.s3cr3tSignature_0',
  sessionCookie: 'k9Qx7PzL2mWv4RtY8uBn',
  csrf: 'k3Yb-0pQ_7wZx9LrAbCd',
  bearer: 'pat_41f0c2d9e8b7a6554433',
  password: 'correct horse battery',
  entryToken: 'ent-77aa88bb99cc',
  otp: '481516',
  apiKey: 'AKIAIOSFODNN7EXAMPLE',
  visitor: 'ssid-0f9e8d7c6b5a',
  signature: 'c2lnbmVkLWJ5LW1l',
  email: 'jane.q.public@example.com',
  secondEmail: 'jpublic+posh@mail.example.org',
  phone: '(415) 555-0142',
  phoneDigits: '4155550142',
  fullName: 'Jane Quincy Public',
  firstName: 'Quincyanne',
  buyerName: 'Robertino Buyersworth',
  handle: 'quincysclosetofwonder',
  buyerHandle: 'robertinobuys',
  street: '1742 Evergreen Terrace',
  city: 'Springfieldville',
  zip: '94107',
  cardHolder: 'J Q PUBLIC-SMYTHE',
  cardNumber: '4242 4242 4242 4242',
  birthday: '1987-04-23',
  ip: '203.0.113.77',
  sellerId: '66b1f0a2c3d4e5f6a7b8c9d0',
  listingId: '68a0c1d2e3f405162738495a',
  buyerId: '70aa00bb11cc22dd33ee44ff',
  traceId: '0b7f7a52-2b8e-4d33-8f0e-6d5d4f1f8a21',
  title: 'Grandma Edith wedding dress',
  description: 'Worn once by my sister Ottoline in Vermont',
  message: 'Can you hold it until Friday, I get paid then',
  comment: 'love this so much girl',
  search: 'size 14 maternity bridesmaid',
  sku: 'SHELF-B-UNDER-THE-BED',
  pictureUrl: 'https://cdn.example/users/quincy/portrait-88.jpg',
  referer: 'https://poshmark.example/closet/hidden-place',
  latitude: '37.774929',
  note: 'medical leave until March',
} as const;

const p = planted;
const json = (value: unknown) => ({ type: 'application/json; charset=utf-8', text: JSON.stringify(value) });
const ui = encodeURIComponent(JSON.stringify({ uid: p.sellerId, dh: p.handle, fn: p.firstName, em: p.email }));
const headers = [
  { name: 'Cookie', value: `jwt=${p.jwt}; ui=${ui}; _csrf=${p.csrf}; __ssid=${p.visitor}; other=${p.sessionCookie}` },
  { name: 'Authorization', value: `Bearer ${p.bearer}` },
  { name: 'X-XSRF-Token', value: p.csrf },
  { name: 'Referer', value: p.referer },
  { name: 'X-Forwarded-For', value: p.ip },
  { name: `X-${p.sessionCookie}`, value: '1' },
];
const reply = [
  { name: 'Set-Cookie', value: `jwt=${p.jwt}; Path=/; HttpOnly` },
  { name: 'Set-Cookie', value: `_csrf=${p.csrf}; Path=/` },
  { name: 'Location', value: `/closet/${p.handle}` },
];
const origin = 'https://poshmark.example';
const observed = (one: Partial<Observed> & { url: string }): Observed => ({
  method: 'GET',
  requestHeaders: headers,
  status: 200,
  responseHeaders: reply,
  ...one,
});

/** The values in every place where they could be: bodies, keys, JSON in strings, addresses, headers, pages, and forms. */
export const observations: Observed[] = [
  observed({
    method: 'POST',
    url: `${origin}/vm-rest/auth/users/access_token?pm_version=2026.33.00&api_key=${p.apiKey}`,
    requestBody: json({ user_handle: p.email, password: p.password, entry_token: p.entryToken, otp: p.otp }),
    responseBody: json({
      data: { ui: { uid: p.sellerId, dh: p.handle, fn: p.firstName }, signature: p.signature },
      trace_id: p.traceId,
    }),
  }),
  observed({
    url: `${origin}/vm-rest/users/${p.handle}/posts/filtered?request=${encodeURIComponent(
      JSON.stringify({
        query: p.search,
        filters: { inventory_status: ['sold_out'] },
        sort_by: 'added_desc',
        max_id: 1777338896.123,
      }),
    )}&summarize=true`,
    responseBody: json({
      data: [
        {
          id: p.listingId,
          creator_username: p.handle,
          title: p.title,
          description: p.description,
          price: 39,
          inventory: { status: 'sold_out' },
          cover_shot: { url: p.pictureUrl },
          seller_private_info: { sku: p.sku },
          comments: [{ text: p.comment, creator_username: p.buyerHandle }],
          extra: JSON.stringify({ buyer: { full_name: p.buyerName, email: p.secondEmail, note: p.note } }),
        },
      ],
      byId: { [p.listingId]: { buyer: p.buyerId } },
      byName: { [p.buyerHandle]: 2, [p.handle]: 1, [p.email]: 1, [p.title]: 1 },
      more: { next_max_id: 1777338896.123 },
    }),
  }),
  observed({
    url: `${origin}/vm-rest/users/${p.sellerId}?email=${encodeURIComponent(p.secondEmail)}&lat=${p.latitude}`,
    responseBody: json({
      data: {
        full_name: p.fullName,
        phone: p.phone,
        mobile: p.phoneDigits,
        home: { street: p.street, city: p.city, zip: p.zip, latitude: Number(p.latitude) },
        card: { card_holder_name: p.cardHolder, number: p.cardNumber },
        birthday: p.birthday,
        last_ip: p.ip,
        status: p.handle,
        status_message: p.note,
        condition: p.city,
        type: p.sessionCookie,
      },
      error: null,
    }),
  }),
  observed({
    method: 'POST',
    url: `${origin}/login`,
    requestBody: {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams({
        'login_form[username_email]': p.email,
        'login_form[password]': p.password,
        csrf: p.csrf,
      }).toString(),
    },
    status: 302,
  }),
  observed({
    url: `${origin}/closet/${p.buyerHandle}`,
    responseBody: {
      type: 'text/html',
      text: `<html><head><title>${p.handle}</title><meta name="csrftoken" content="${p.csrf}"></head><body>${p.message}
<script>window.__INITIAL_STATE__=${JSON.stringify({ auth: { isUserLoggedIn: true }, csrftoken: p.csrf, inbox: [{ text: p.message, from: p.buyerName }] })};</script></body></html>`,
    },
  }),
  observed({
    url: `${origin}/listing/${p.title.replaceAll(' ', '-')}-${p.listingId}`,
    responseBody: { type: 'text/html', text: '<p></p>' },
  }),
  observed({
    method: 'PUT',
    url: `${origin}/vm-rest/users/self/shared_posts/${p.listingId}`,
    requestBody: json({}),
    responseBody: json({
      error: { errorType: 'SuspectedBotErrorV2', statusCode: 403, userMessage: `${p.message} for $12, ${p.handle}` },
      restricted_action: 'share_post',
    }),
  }),
  observed({
    url: `${origin}/vm-rest/users/self/orders/sales?request=${encodeURIComponent('{"filters":{},"count":48}')}`,
    responseBody: json({
      data: {
        sales_summary: [
          {
            id: p.listingId,
            state: 'delivered',
            title: p.title,
            buyer: { id: p.buyerId, username: p.buyerHandle, full_name: p.buyerName },
            shipping_address: { name: p.buyerName, street_address: p.street, city: p.city, zip: p.zip },
          },
        ],
      },
    }),
  }),
];
