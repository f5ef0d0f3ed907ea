/**
 * What a promise resolves with, if it does in time. One that comes too late is ignored, however it ends.
 * @throws Error with the sentence and the time that was waited
 */
export async function within<T>(ms: number, promise: Promise<T>, sentence: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${sentence} (waited ${ms / 1000} s)`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
