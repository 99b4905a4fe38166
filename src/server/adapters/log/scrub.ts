// Redacts anything that looks like a secret from a text.

const hidden = '[hidden]';

/**
 * Redacts anything that looks like a secret. The second line of defense behind the field allowlist, for error messages of
 * libraries. Names and addresses stay readable.
 */
export function scrub(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 6) clean = clean.replaceAll(secret, hidden);
  return (
    clean
      // user and password in a URL
      .replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${hidden}@`)
      // whole headers
      .replace(/\b((?:set-)?cookie|authorization)\b["']?\s*[:=]\s*[^\r\n]+/gi, `$1: ${hidden}`)
      .replace(/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${hidden}`)
      // name=value and "name":"value"
      .replace(
        /\b([\w-]*(?:password|passwd|secret|token|api[_-]?key|session|jwt|csrf|otp)[\w-]*)(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
        `$1$2${hidden}`,
      )
      // a one-time code
      .replace(/\b(code["']?\s*[:=]\s*["']?)\d{4,8}\b/gi, `$1${hidden}`)
      // a value that PostgreSQL repeats in its message
      .replace(/(invalid input (?:syntax|value) for [\w ]+: )".*"/gi, `$1${hidden}`)
      // pictures, hashes, keys, and tokens, recognized by their shape; a UUID is shorter
      .replace(/data:[\w/+.-]+;base64,[\w+/=-]+/g, hidden)
      .replace(/\$argon2\w+\$[^\s"']+/g, hidden)
      .replace(/\bv\d\.[0-9a-f]{8}\.[\w-]{20,}/g, hidden)
      .replace(/\b[A-Za-z0-9_-]{40,}={0,2}/g, hidden)
  );
}
