/** The small build of the player's package comes without types of its own; it is the whole one with less in it. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
