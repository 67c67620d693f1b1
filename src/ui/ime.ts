/** The part of a keyboard event that is read; React's and the browser's both have it. */
type KeyPress = { key: string; keyCode?: number; isComposing?: boolean; nativeEvent?: { isComposing?: boolean } }

/** True while an input method is choosing characters: its Enter confirms a word and must never send. */
export const isComposing = (event: KeyPress) =>
  // 229 is what Safari reports for the Enter that ends a composition, when isComposing is false already.
  event.isComposing === true || event.nativeEvent?.isComposing === true || event.keyCode === 229

/** Enter that means "send": not composing. */
export const isSendKey = (event: KeyPress) => event.key === 'Enter' && !isComposing(event)
