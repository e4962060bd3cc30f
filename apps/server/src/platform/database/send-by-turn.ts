import type pg from 'pg'

/**
 * Sends the statements of one turn of the event loop in one write. pg writes each by itself, and PostgreSQL's process is woken for each
 * (decisions/0183).
 */
export const sendByTurn = (client: pg.PoolClient): void => {
  const { stream } = client.connection
  const cork = stream.cork.bind(stream)
  let isHeldBack = false
  // pg holds the messages of a statement back until it has written them all.
  stream.cork = () => {
    cork()
    if (isHeldBack) return
    isHeldBack = true
    cork()
    process.nextTick(() => {
      isHeldBack = false
      stream.uncork()
    })
  }
}
