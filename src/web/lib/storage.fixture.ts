// A browser's storage, for tests.

/** Each name is a property, as in a browser, and the methods are not. */
export class StorageInMemory {
  [name: string]: unknown;
  getItem(name: string) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }
  setItem(name: string, value: string) {
    this[name] = value;
  }
  removeItem(name: string) {
    delete this[name];
  }
}
