/** The id of a field's control. */
export const controlId = (formId: string, name: string): string => `${formId}-${name}`
