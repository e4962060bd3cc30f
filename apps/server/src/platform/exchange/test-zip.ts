import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

const utf8Names = 0x08_00

export type ZippedFile = {
  readonly name: string
  readonly bytes: Buffer
  /** Whether the ZIP says that the name is UTF-8; without it Windows reads it as its own code page. */
  readonly isUtf8: boolean
  /** The local time that it says, YYYY-MM-DDTHH:mm. */
  readonly at: string
}

/** The files of a ZIP in their order. Names that lead out of a folder are refused by yauzl. */
export const filesOf = async (zip: Buffer): Promise<ZippedFile[]> => {
  const opened = await fromBufferPromise(zip, { lazyEntries: true })
  const files: ZippedFile[] = []
  for await (const entry of opened.eachEntry()) {
    const at = entry.getLastModDate({ timezone: 'UTC', forceDosFormat: true }).toISOString().slice(0, 16)
    const bytes = await buffer(await opened.openReadStreamPromise(entry))
    files.push({ name: entry.fileName, bytes, isUtf8: (entry.generalPurposeBitFlag & utf8Names) !== 0, at })
  }
  return files
}
