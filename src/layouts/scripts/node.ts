/** An element with its classes and text. */
export function node<Name extends 'a' | 'button' | 'div' | 'p' | 'span' | 'time'>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}
