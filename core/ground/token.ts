/** What the container is asked for by: the class itself, or a typed name for what is no class of ours. */
declare const means: unique symbol;

/** A name that knows the type of what stands behind it. */
export type Token<T> = symbol & { readonly [means]: T };

export const token = <T>(name: string): Token<T> => Symbol(name) as Token<T>;
