import { randomInt } from 'node:crypto'

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** `u` and 11 letters: nobody has it, and the person may sign in without ever reading it. */
export const anyLoginName = () => `u${Array.from({ length: 11 }, () => letters[randomInt(letters.length)]).join('')}`
