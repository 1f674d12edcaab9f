export const Untold = () => <p>A sentence in one language</p> // violates react(jsx-no-literals)
