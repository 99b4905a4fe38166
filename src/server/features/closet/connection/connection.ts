// The face of this room: what the connection panel shows, and the tests that a seller starts there.

export {
  type ClosetSummary,
  offersOf,
  readCompanionView,
  readStatus,
  readSummary,
  whyNoWrites,
} from './read-status.ts';
export { createApiTest, forgetApiTests } from './run-api-test.ts';
export { type Tested, testConnection } from './test-connection.ts';
