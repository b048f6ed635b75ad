import { DECIMALS } from './generated/decimals.js';

/*
 * JSON whose decimal numbers are strings here, because a binary floating-point number is no amount.
 * Which ones they are is known from the OpenAPI document, by the enclosing property and their own.
 */

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

function isDecimal(parent: string, name: string): boolean {
  return DECIMALS.has(`${parent}/${name}`) || DECIMALS.has(`${parent}/*`);
}

/** Reads JSON; decimal numbers become the strings that stand in the text. */
export function read(text: string): unknown {
  const quoted = text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`));
  return merged(JSON.parse(text), JSON.parse(quoted), '', '');
}

function merged(value: unknown, exact: unknown, parent: string, name: string): unknown {
  if (typeof value === 'number') {
    return isDecimal(parent, name) ? exact : value;
  }
  if (Array.isArray(value)) {
    return value.map((each, i) => merged(each, (exact as unknown[])[i], parent, name));
  }
  if (typeof value === 'object' && value !== null) {
    const others = exact as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, merged(each, others[key], name, key)]),
    );
  }
  return value;
}

/**
 * Writes JSON; decimal strings become numbers.
 *
 * @throws TypeError if an amount is no decimal string, such as 1000.5 or "1e3"
 */
export function write(value: unknown): string {
  return written(value, '', '') ?? 'null';
}

function written(value: unknown, parent: string, name: string): string | undefined {
  if (isDecimal(parent, name) && !Array.isArray(value) && value !== null && value !== undefined) {
    if (typeof value !== 'string' || !PLAIN.test(value)) {
      throw new TypeError(`${name} must be a decimal string such as "1000.50"`);
    }
    return value;
  }
  if (Array.isArray(value)) {
    return `[${value.map((each) => written(each, parent, name) ?? 'null').join(',')}]`;
  }
  if (typeof value === 'object' && value !== null && !('toJSON' in value)) {
    const fields = Object.entries(value).flatMap(([key, each]) => {
      const text = written(each, name, key);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
}
