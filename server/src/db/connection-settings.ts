import pg from 'pg';

// No statement of ours may run this long: a longer one has a bad plan or waits for a lock that nobody releases.
const STATEMENT_TIMEOUT_MS = 30_000;

// A transaction makes no network call, so an idle one is forgotten. Its locks must not stay.
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;

export function connectionSettings(connectionString: string): pg.ClientConfig {
  return {
    connectionString,
    application_name: 'mercury',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
}

type TypeParser = typeof pg.types.getTypeParser;
type TypeId = Parameters<TypeParser>[0];

// Ids of pg_type, which never change. The driver names only the single values, not the arrays.
const WHOLE_NUMBER_IDS: ReadonlySet<number> = new Set([20, 1700]); // int8, numeric
const WHOLE_NUMBER_ARRAY_IDS: ReadonlySet<number> = new Set([1016, 1231]); // int8[], numeric[]
const TEXT_ARRAY_ID = 1009;

const defaultParser: (typeId: number, format?: 'text' | 'binary') => unknown = pg.types.getTypeParser;

// The driver types this as overloads over its own names, which a plain function cannot satisfy. It passes any id.
const getTypeParser = ((typeId: TypeId, format?: 'text' | 'binary') => {
  if (format !== 'binary' && WHOLE_NUMBER_IDS.has(typeId)) return parseInteger;
  if (format !== 'binary' && WHOLE_NUMBER_ARRAY_IDS.has(typeId)) return parseIntegerArray;
  return defaultParser(typeId, format);
}) as TypeParser;

/** Money is numeric(38,0): whole minor units. A fraction here is a bug of the query, which must cast to text instead. */
function parseInteger(text: string): bigint {
  return BigInt(text);
}

// The driver's own parser of PostgreSQL's array syntax for text[].
const parseTextArray = defaultParser(TEXT_ARRAY_ID) as (text: string) => (string | null)[];

function parseIntegerArray(text: string): (bigint | null)[] {
  return parseTextArray(text).map((item) => (item === null ? null : BigInt(item)));
}
