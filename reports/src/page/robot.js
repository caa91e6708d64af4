// A view of all bodies of a scene.
