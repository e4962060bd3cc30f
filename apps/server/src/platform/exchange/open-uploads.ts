import { tooManyRequests } from '../errors.ts'

/** The person who sends a file, and their tenant. */
export type Uploader = { readonly userId: number; readonly companyId: number }

type Room = { readonly uploads: number; readonly bytes: number }

// A file of up to 100 MB lies here until it has been read: a person may have two of them, or more that are small.
const roomOf = {
  person: { uploads: 4, bytes: 210_000_000 },
  tenant: { uploads: 12, bytes: 300_000_000 },
  process: { uploads: 48, bytes: 900_000_000 },
} as const satisfies Record<string, Room>

const comeAgainSeconds = 30

export type OpenUpload = {
  /** Counts bytes that came in. @throws Refusal 429 where there is no room for them */
  readonly grow: (bytes: number) => void
  /** Gives its room back; may be called any number of times. */
  readonly close: () => void
}

/** Files that lie here, or are on their way, by whose they are. */
export const createOpenUploads = () => {
  const taken = new Map<string, { uploads: number; bytes: number }>()

  const open = ({ companyId, userId }: Uploader): OpenUpload => {
    const places = [
      { key: `${companyId}/${userId}`, room: roomOf.person },
      { key: `${companyId}`, room: roomOf.tenant },
      { key: '', room: roomOf.process },
    ]
    const now = (key: string) => taken.get(key) ?? { uploads: 0, bytes: 0 }
    let size = 0
    let isOpen = true
    if (places.some(({ key, room }) => now(key).uploads >= room.uploads)) throw tooManyRequests(comeAgainSeconds, 'uploadsTooMany')
    const add = (uploads: number, bytes: number) => {
      for (const { key } of places) {
        const held = { uploads: now(key).uploads + uploads, bytes: now(key).bytes + bytes }
        if (held.uploads === 0) taken.delete(key)
        else taken.set(key, held)
      }
    }
    add(1, 0)
    return {
      grow: (bytes) => {
        if (places.some(({ key, room }) => now(key).bytes + bytes > room.bytes)) throw tooManyRequests(comeAgainSeconds, 'uploadsTooMany')
        size += bytes
        add(0, bytes)
      },
      close: () => {
        if (isOpen) add(-1, -size)
        isOpen = false
      },
    }
  }
  return { open }
}
