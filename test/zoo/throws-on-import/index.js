throw new Error('the author forgot something');
