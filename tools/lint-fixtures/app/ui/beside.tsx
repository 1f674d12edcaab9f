export const Beside = ({ count }: { count: number }) => <p><b />{count}</p> // violates translation(text-alone)
