/** Size of the pictures in help texts, CSS pixels: taken of the running demo by `npm run help-pictures`. */
export const helpPictureSize = { width: 1200, height: 750 } as const

/** Whether a picture of a text has that size, so that its place is reserved before it loads. */
export const isHelpPicture = (src: string): boolean => src.startsWith('/pictures/help/')
