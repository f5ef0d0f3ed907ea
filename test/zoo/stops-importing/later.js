throw new Error('not any more');
