/**
 * PostgreSQL arrays in their binary form, which the driver sends as they are. At the rate of ingestion, writing numbers and
 * times as text here and reading them there costs as much as storing them.
 *
 * A column of nothing but nulls is an empty array: beside longer ones, `unnest` fills it up with nulls. So one column at
 * least must have a value in every row.
 */
type Column<Value> = <Row>(rows: readonly Row[], value: (row: Row) => Value | null) => Buffer

const headBytes = 20
const emptyBytes = 12

type Contents = { readonly hasValues: boolean; readonly hasNulls: boolean }

/** Writes what comes before the values, and answers the array as it is sent. */
const finished = (buffer: Buffer, end: number, type: number, length: number, { hasValues, hasNulls }: Contents): Buffer => {
  // Dimensions, whether there are nulls, type; of the one dimension its length and where it begins.
  buffer.writeInt32BE(hasValues ? 1 : 0, 0)
  buffer.writeInt32BE(hasNulls && hasValues ? 1 : 0, 4)
  buffer.writeInt32BE(type, 8)
  if (!hasValues) return buffer.subarray(0, emptyBytes)
  buffer.writeInt32BE(length, 12)
  buffer.writeInt32BE(1, 16)
  return buffer.subarray(0, end)
}

/**
 * @param type the element type's number in pg_type.dat
 * @param size of an element, bytes
 */
const columnOf =
  <Value>(type: number, size: number, write: (buffer: Buffer, value: Value, offset: number) => void): Column<Value> =>
  (rows, value) => {
    const buffer = Buffer.allocUnsafe(headBytes + rows.length * (4 + size))
    let hasNulls = false
    let hasValues = false
    let offset = headBytes
    for (const row of rows) {
      const item = value(row)
      if (item === null) hasNulls = true
      else hasValues = true
      buffer.writeInt32BE(item === null ? -1 : size, offset)
      offset += 4
      if (item === null) continue
      write(buffer, item, offset)
      offset += size
    }
    return finished(buffer, offset, type, rows.length, { hasValues, hasNulls })
  }

const epochOfPostgres = Date.UTC(2000, 0, 1)
const word = 2 ** 32

/** Microseconds since 2000 as 64 bits, exact for every year that PostgreSQL and JavaScript both know. */
const writeInstant = (buffer: Buffer, epochMs: number, offset: number): void => {
  const ms = Math.trunc(epochMs) - epochOfPostgres
  const high = Math.floor(ms / word)
  const low = (ms - high * word) * 1_000
  buffer.writeInt32BE(high * 1_000 + Math.floor(low / word), offset)
  buffer.writeUInt32BE(low % word, offset + 4)
}

export const booleans = columnOf<boolean>(16, 1, (buffer, value, offset) => buffer.writeUInt8(value ? 1 : 0, offset))
export const smallints = columnOf<number>(21, 2, (buffer, value, offset) => buffer.writeInt16BE(value, offset))
export const integers = columnOf<number>(23, 4, (buffer, value, offset) => buffer.writeInt32BE(value, offset))
export const reals = columnOf<number>(700, 4, (buffer, value, offset) => buffer.writeFloatBE(value, offset))
export const doubles = columnOf<number>(701, 8, (buffer, value, offset) => buffer.writeDoubleBE(value, offset))
/** `timestamptz[]` of epoch ms; fractions of a millisecond are dropped. */
export const instants = columnOf<number>(1184, 8, writeInstant)

const jsonType = 114

/** JSON, each value as its text: in an array's text every quotation mark would be escaped here and read again there. */
export const jsons: Column<string> = (rows, value) => {
  const texts = rows.map(value)
  let size = headBytes
  let hasNulls = false
  let hasValues = false
  for (const text of texts) {
    if (text === null) hasNulls = true
    else hasValues = true
    // A unit of a text takes three bytes at most: to count them would go through each text twice.
    size += 4 + 3 * (text?.length ?? 0)
  }
  const buffer = Buffer.allocUnsafe(size)
  let offset = headBytes
  for (const text of texts) {
    const length = text === null ? -1 : buffer.write(text, offset + 4)
    buffer.writeInt32BE(length, offset)
    offset += 4 + Math.max(0, length)
  }
  return finished(buffer, offset, jsonType, rows.length, { hasValues, hasNulls })
}
