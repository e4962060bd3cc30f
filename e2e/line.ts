import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line to the product that can be cut, streams and all: a browser that plays offline keeps those it has open. */
export type Line = {
  readonly url: string
  readonly cut: () => void
  readonly mend: () => void
  readonly close: () => Promise<void>
}

/** Lays a line to a product's address. */
export const layLine = async (to: string): Promise<Line> => {
  const { hostname, port } = new URL(to)
  const ends = new Set<Socket>()
  let isCut = false
  const hold = (end: Socket, other: Socket) => {
    ends.add(end)
    // Whatever ends one side ends the other; why does not matter.
    end
      .on('error', () => undefined)
      .on('close', () => {
        ends.delete(end)
        other.destroy()
      })
  }
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(port), hostname)
    hold(near, far)
    hold(far, near)
    near.pipe(far)
    far.pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const end of ends) end.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => void (isCut = false),
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
