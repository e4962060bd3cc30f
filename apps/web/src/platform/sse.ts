/** `id` is the position of the stream after the event, where the event moves it. */
export type ServerEvent = { readonly event: string; readonly data: string; readonly id?: string }

/** Cuts the text of a server-sent event stream into events, however the network cut it. */
export const createEventCutter = (): ((chunk: string) => ServerEvent[]) => {
  let rest = ''
  let event = ''
  let data: string[] = []
  let id: string | undefined

  const take = (line: string): ServerEvent | undefined => {
    if (line === '') {
      const whole =
        data.length > 0 ? { event: event === '' ? 'message' : event, data: data.join('\n'), ...(id !== undefined && { id }) } : undefined
      event = ''
      data = []
      id = undefined
      return whole
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
    if (field === 'id') id = value
    return undefined
  }

  return (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/)
    rest = lines.pop() ?? ''
    return lines.flatMap((line) => take(line) ?? [])
  }
}
