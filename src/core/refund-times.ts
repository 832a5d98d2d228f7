const SENT = 'within 2 business days, to the account that you paid from.'

/** Pages, mails and the default policies promise the same. */
export const REFUND_TIME_TEXT = `We send it ${SENT}`
export const EVERY_REFUND_TEXT = `We send every refund ${SENT}`
export const BANK_TIME_TEXT = 'Your bank shows it within 5 to 7 business days.'
