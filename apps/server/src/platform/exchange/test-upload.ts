/** A multipart body of fields and files, in the order given, as a client sends it. */
export const multipart = (
  ...parts: readonly (readonly [name: string, value: string] | readonly [name: string, content: Buffer | string, fileName: string])[]
) => {
  const boundary = '----mimamori-test'
  const pieces = parts.flatMap(([name, value, fileName]) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: text/csv`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

let codes: Map<string, number[]> | undefined

/** Text in CP932, as Excel in Japan saves it: the platform decodes it only, so its own table is turned round. */
export const toCp932 = (text: string): Buffer => {
  if (codes === undefined) {
    codes = new Map()
    const decoder = new TextDecoder('shift_jis')
    for (let lead = 0x81; lead <= 0xfc; lead++)
      for (let trail = 0x40; trail <= 0xfc; trail++) {
        const character = decoder.decode(Uint8Array.of(lead, trail))
        // The extensions by NEC come before those by IBM, and are what Windows writes.
        if (character.length === 1 && !codes.has(character)) codes.set(character, [lead, trail])
      }
    for (let byte = 0; byte < 0x100; byte++)
      if (byte < 0x80 || (byte > 0xa0 && byte < 0xe0)) codes.set(decoder.decode(Uint8Array.of(byte)), [byte])
  }
  return Buffer.from(Array.from(text).flatMap((character) => codes?.get(character) ?? [0x3f]))
}

/** A CSV as LibreOffice saves it: quotes only where they are needed, and no byte-order mark. */
export const resaved = (csv: string, newline: string): string =>
  csv
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((line) => line.replaceAll(/"((?:[^"]|"")*)"/g, (whole, inside: string) => (/[",\n]/.test(inside) ? whole : inside)))
    .join(newline)
