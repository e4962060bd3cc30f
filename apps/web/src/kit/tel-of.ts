/** The address that dials a number, whatever it is written with. */
export const telOf = (phone: string): string => `tel:${phone.normalize('NFKC').replaceAll(/[^\d+]/g, '')}`
