/** The topic of a key on which the signal of its site is published, retained. */
export const signalTopic = (keyId: string): string => `mimamori/v1/${keyId}/signal`

/** The topic on which the server says, retained, whether it is there: one for all keys, which names nobody. */
export const serverTopic = 'mimamori/v1/server'
