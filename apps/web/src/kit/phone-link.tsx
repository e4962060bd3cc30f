/** The address that dials a number, whatever it is written with. */
export const telOf = (phone: string): string => `tel:${phone.normalize('NFKC').replaceAll(/[^\d+]/g, '')}`

/** A telephone number, which a phone dials. */
export const PhoneLink = ({ phone, className }: { readonly phone: string; readonly className?: string | undefined }) => (
  <a href={telOf(phone)} className={className}>
    {phone}
  </a>
)
