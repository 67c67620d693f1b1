/** The fields read of React and DOM keyboard events. */
type KeyPress = { key: string; keyCode?: number; isComposing?: boolean; nativeEvent?: { isComposing?: boolean } }

/** True while an input method is composing: its Enter confirms a word and must not submit. */
export const isComposing = (event: KeyPress) =>
  // Safari reports 229 for the Enter that ends a composition, when isComposing is already false.
  event.isComposing === true || event.nativeEvent?.isComposing === true || event.keyCode === 229

/** Enter outside a composition: submits. */
export const isSendKey = (event: KeyPress) => event.key === 'Enter' && !isComposing(event)
