// Every table with rows of a seller. An account's export contains them, its erasure empties them, and some count toward its storage.

import type { PersonalTable } from '../features/personal-table.ts';

export const personalTables: readonly PersonalTable[] = [
  // account
  { table: 'users', key: 'id', secrets: ['password'], order: 'id' },
  { table: 'sessions', secrets: ['token_hash'], order: 'id' },
  { table: 'account_events', order: 'id', grows: 'stored', history: 'at' },
  { table: 'password_resets', secrets: ['token'], order: 'id' },
  { table: 'email_confirmations', id: 'user_id', secrets: ['token_hash'], order: 'user_id' },
  { table: 'passkeys', secrets: ['credential_id', 'public_key'], order: 'id' },
  { table: 'passkey_challenges', id: 'hash', secrets: ['hash'], order: 'hash' },
  { table: 'authenticator_apps', id: 'user_id', secrets: ['secret', 'last_step'], order: 'user_id' },
  { table: 'recovery_codes', secrets: ['code_hash'], order: 'id' },
  { table: 'phone_links', id: 'user_id', secrets: ['token_hash'], order: 'user_id' },
  { table: 'known_browsers', secrets: ['token_hash'], order: 'id' },
  // adapters
  { table: 'data_keys', secrets: ['wrapped', 'key_id'], order: 'user_id' },
  // What is on its way right now. It is deleted within moments.
  { table: 'worker_calls', secrets: ['input', 'answer', 'claimed_by'], order: 'id' },
  // closet
  { table: 'closets', secrets: ['credentials', 'session', 'pending_sign_in', 'lock_epoch'], order: 'user_id' },
  { table: 'api_tests', order: 'user_id' },
  // companion
  { table: 'companions', secrets: ['token_hash', 'next_token_hash', 'poll'], order: 'id' },
  { table: 'companion_codes', id: 'user_id', secrets: ['code_hash'], order: 'user_id' },
  // What is on its way right now. It is deleted within moments.
  { table: 'relayed_requests', id: 'user_id', secrets: ['request', 'answer'], order: 'user_id' },
  // listings
  { table: 'listings', order: 'id', grows: 'stored' },
  { table: 'listing_share_counts', id: 'user_id, listing_id', order: 'listing_id' },
  { table: 'listing_versions', id: 'user_id', order: 'user_id' },
  // Its writes go with it.
  { table: 'price_batches', order: 'id', grows: 'stored', history: 'created_at' },
  { table: 'price_writes', order: 'id', grows: 'stored' },
  { table: 'price_changes', order: 'id', grows: 'stored', history: 'at' },
  // parties
  { table: 'parties', id: 'user_id, party_id', order: 'starts_at' },
  // drops
  { table: 'price_drops', id: 'user_id, day, listing_id', order: 'day, listing_id', grows: 'stored' },
  { table: 'price_drop_runs', order: 'id', grows: 'stored', history: 'started_at' },
  { table: 'price_drop_plans', order: 'position' },
  // sales
  // Before the imports that they name.
  { table: 'sales', order: 'id', grows: 'stored' },
  { table: 'lots', order: 'id', grows: 'stored' },
  { table: 'lot_parts', id: 'user_id, listing_id', order: 'listing_id', grows: 'stored' },
  { table: 'sale_imports', order: 'id', grows: 'stored' },
  { table: 'sale_readings', id: 'user_id', order: 'user_id' },
  { table: 'sale_versions', id: 'user_id', order: 'user_id' },
  // experiment
  { table: 'experiments', order: 'id' },
  { table: 'experiment_weeks', id: 'user_id, experiment_id, week', order: 'experiment_id, week' },
  {
    table: 'experiment_listings',
    id: 'user_id, experiment_id, week, listing_id',
    order: 'experiment_id, week, listing_id',
    grows: 'stored',
  },
  // pricing
  { table: 'recommendations', order: 'id', grows: 'stored', history: 'at' },
  { table: 'browser_comparables', id: 'practice, poshmark_id', order: 'poshmark_id', grows: 'stored' },
  { table: 'browser_searches', id: 'practice, term', order: 'term', grows: 'stored' },
  // offers
  { table: 'offer_rules', id: 'user_id', order: 'user_id' },
  // Hashes of other people, which say nothing to the seller. They go with their offer, too.
  { table: 'offer_likers', secrets: ['likers'], order: 'id', grows: 'stored', history: 'sent_at', historyDays: 90 },
  { table: 'offers', order: 'id', grows: 'stored', history: 'sent_at' },
  // bot
  { table: 'marketplace_refusals', order: 'at' },
  { table: 'daily_share_counts', order: 'share_date' },
  { table: 'bots', secrets: ['owner', 'epoch'], order: 'user_id' },
  // Hashes of other people and their listings, and the names that the activity shows.
  {
    table: 'share_backs',
    secrets: ['person_hash', 'listing_hash'],
    order: 'id',
    grows: 'stored',
    history: 'at',
    historyDays: 90,
  },
  { table: 'bot_visits', id: 'user_id', order: 'user_id' },
  { table: 'rounds', order: 'id', grows: 'ledger', history: 'started_at' },
  { table: 'share_attempts', id: 'user_id, round_id, listing_id', order: 'reserved_at', grows: 'ledger' },
  // activity
  { table: 'activity_logs', order: 'id', grows: 'stored', history: 'timestamp' },
  // notices
  {
    table: 'push_subscriptions',
    secrets: [
      'id',
      'user_id',
      'session_id',
      'endpoint_hash',
      'target',
      'events',
      'last_success_at',
      'last_failure_at',
      'summary_due_at',
    ],
    order: 'id',
  },
  { table: 'summary_mails', id: 'user_id', order: 'user_id' },
  // today
  { table: 'snoozes', id: 'user_id, kind', order: 'kind' },
  // contact
  { table: 'contact_messages', order: 'id', grows: 'stored', history: 'created_at' },
];
